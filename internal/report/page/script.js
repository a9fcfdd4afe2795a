// The filters of the list, and which finding is shown. Without this script the page shows all of them, one below the other.
(function () {
  "use strict";
  const items = Array.from(document.querySelectorAll("#list li"));
  const el = id => document.getElementById(id);
  document.documentElement.classList.add("js");

  function show(id) {
    for (const a of document.querySelectorAll("article")) a.classList.toggle("current", a.id === id);
    for (const li of items) li.classList.toggle("current", li.dataset.id === id);
    document.querySelector("main").scrollTop = 0;
  }
  function filter() {
    const words = el("text").value.toLowerCase().split(/\s+/).filter(Boolean);
    const grades = new Set(Array.from(document.querySelectorAll("[name=confidence]:checked"), b => b.value));
    let n = 0;
    for (const li of items) {
      const d = li.dataset, text = el(d.id).textContent.toLowerCase();
      const ok = grades.has(d.confidence) && (!el("rule").value || d.rule === el("rule").value) &&
        (el("tests").checked || d.tests !== "true") && (el("known").checked || d.known !== "true") && words.every(w => text.includes(w));
      li.hidden = !ok;
      n += ok;
    }
    el("shown").textContent = n + " of " + items.length + " shown";
  }
  const first = () => (items.find(li => !li.hidden) || { dataset: {} }).dataset.id;
  el("filter").addEventListener("input", filter);
  el("filter").addEventListener("submit", e => e.preventDefault());
  window.addEventListener("hashchange", () => show(location.hash.slice(1)));
  document.addEventListener("keydown", e => {
    if (e.target.matches("input, select") || (e.key !== "j" && e.key !== "k")) return;
    const open = items.filter(li => !li.hidden), at = open.findIndex(li => li.classList.contains("current"));
    const next = open[at + (e.key === "j" ? 1 : -1)];
    if (next) location.hash = next.dataset.id;
  });
  filter();
  show(location.hash.slice(1) || first());
})();
