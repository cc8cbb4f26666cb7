#!/usr/bin/env node
require("./ozutsu.worker.js");
