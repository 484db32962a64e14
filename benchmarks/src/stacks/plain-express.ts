import express from "express";
import { serveMessages } from "./message-app.ts";

/** Express 5 with default settings, `express.json()` and `response.json()`. Nothing is stored. */
const app = express().use(express.json());
app.post("/message", (_request, response) => {
  response.json({ result: "ok" });
});
await serveMessages(app, async () => {});
