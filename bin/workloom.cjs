#!/usr/bin/env node
/** The command `workloom` of the published package: `dist/main.js`, on a Node.js that is new enough. */
'use strict'
const path = require('path')

require('./run.cjs').run([path.join(__dirname, '../dist/main.js'), ...process.argv.slice(2)])
