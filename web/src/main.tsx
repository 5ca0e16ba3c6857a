/** Starts the dashboard. Holds nothing. */
import { render } from "preact";
import { App } from "./app";
import "./base.css";
import { begin } from "./model/session";

void begin();
const place = document.getElementById("app");
if (place) render(<App />, place);
