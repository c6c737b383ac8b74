/** A server without a built web app: the output of its first start, and its pages. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createApp } from '../../src/app.ts'
import { run } from '../../src/cli/run.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { folderFor } from '../harness/program.ts'

/** The output of the first start with this web app, and the status of the link in it. */
async function firstStart(t: TestContext, web: string) {
  const stop = Promise.withResolvers<void>()
  const printed = Promise.withResolvers<string>()
  const ended = run(['serve', '--memory', '--port', '0'], {
    ...{ version: '', environment: {}, clock: systemClock, web, node: 1, createApp, showProgress: null },
    print: text => printed.resolve(text),
    printError: () => undefined,
    stopped: () => stop.promise,
  })
  t.after(() => stop.resolve())
  const text = await printed.promise
  const link = /http:\S+\/sign_in#\w+/.exec(text)?.[0] ?? assert.fail(text)
  const answer = await fetch(link, { headers: { accept: 'text/html' } })
  const page = await answer.text()
  stop.resolve()
  assert.equal(await ended, 0)
  return { text, status: answer.status, page }
}

const BUILD = 'The web app is not built. Build it first: npm ci && npm run build'

test('a first start without a built web app prints how to build it, and so does the page of the link', async t => {
  const { text, status, page } = await firstStart(t, join(folderFor(t), 'none'))
  assert.ok(text.indexOf(BUILD) > 0 && text.indexOf(BUILD) < text.indexOf('Open this address'), text)
  assert.equal(status, 503)
  assert.match(page, /npm ci &amp;&amp; npm run build/)
})

test('a first start with a built web app prints nothing about building it', async t => {
  const web = join(folderFor(t), 'web')
  mkdirSync(join(web, 'assets'), { recursive: true })
  writeFileSync(join(web, 'index.html'), '<title>Workloom</title>')
  const { text, status } = await firstStart(t, web)
  assert.ok(!text.includes('not built'), text)
  assert.equal(status, 200)
})
