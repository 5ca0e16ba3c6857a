// A paste as the keys would do it, with what the run has copied. Answers what is still to be typed, null for nothing.
({ kept, key, shift }) => {
  let on = document.activeElement ?? document.body;
  while (on.shadowRoot?.activeElement) on = on.shadowRoot.activeElement;
  const pressed = { key, code: key.length === 1 ? "KeyV" : key, bubbles: true, cancelable: true, composed: true };
  const held = { ctrlKey: key !== "Insert", shiftKey: shift };
  const goesOn = on.dispatchEvent(new KeyboardEvent("keydown", { ...pressed, ...held }));
  let text = null;
  if (goesOn) {
    const clipboardData = new DataTransfer();
    for (const [kind, each] of Object.entries(kept)) clipboardData.setData(kind, each);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true });
    text = on.dispatchEvent(event) ? (kept["text/plain"] ?? null) : null;
    if (text !== null && on.localName === "input") text = text.replace(/\r\n|[\r\n]/g, " ");
    // at once, as a browser does: what a page does a moment after the event finds it there
    if (text && document.execCommand("insertText", false, text)) text = null;
  }
  on.dispatchEvent(new KeyboardEvent("keyup", { ...pressed, ...held }));
  return text;
}
