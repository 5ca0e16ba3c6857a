// Small comforts on top of pages that work without them: adding to the cart in place, confirmation, filters that apply at once.
"use strict";

const toasts = document.getElementById("toasts");

function say(text, role = "status") {
  const toast = document.createElement("p");
  toast.className = "toast";
  toast.setAttribute("role", role);
  toasts.replaceChildren(toast);
  toast.textContent = text;
}

function showPieces(pieces) {
  const badge = document.getElementById("pieces");
  const unit = document.createElement("span");
  unit.className = "unseen";
  unit.textContent = pieces === 1 ? " item" : " items";
  badge.replaceChildren(String(pieces), unit);
  badge.hidden = pieces === 0;
}

async function addInPlace(form) {
  const button = form.querySelector("button");
  button.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(new FormData(form)),
    });
    const { message, pieces } = await answer.json();
    say(message, answer.ok ? "status" : "alert");
    if (answer.ok) showPieces(pieces);
  } catch {
    say("The shop did not answer. Please try again.", "alert");
  } finally {
    button.removeAttribute("aria-busy");
  }
}

function confirmFirst(form) {
  const dialog = document.getElementById("confirm");
  document.getElementById("confirm-question").textContent = form.dataset.confirm;
  document.getElementById("confirm-detail").textContent = form.dataset.detail;
  document.getElementById("confirm-yes").textContent = form.dataset.yes;
  document.getElementById("confirm-no").textContent = form.dataset.no ?? "Cancel";
  dialog.returnValue = "no";
  dialog.addEventListener("close", () => dialog.returnValue === "yes" && form.submit(), { once: true });
  dialog.showModal();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if ("add" in form.dataset) {
    event.preventDefault();
    addInPlace(form);
  } else if ("confirm" in form.dataset) {
    event.preventDefault();
    confirmFirst(form);
  }
});

document.addEventListener("change", (event) => {
  if ("send" in event.target.dataset) event.target.form.requestSubmit();
});
