/** The helper for vitest, under vitest itself with four threads: one emulator for the run, one world for each worker. */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { runCommand } from '../harness/clients/run_program.ts'
import { packages } from '../harness/packages.ts'
import { folderFor } from '../harness/program.ts'

const { folder: installed, skip } = await packages('test/clients/vitest')

const CONFIG = `export default {
  test: { globalSetup: 'workloom/testing/vitest', pool: 'threads', maxWorkers: 4, fileParallelism: true },
}`

/** Each test finds a world without what other tests of its file, of its worker and of other workers have created. */
const FILE = `
import { asanaForWorker } from 'workloom/testing/vitest'
import { writeFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'

const asana = await asanaForWorker()
writeFileSync('url.txt', asana.url)
const headers = { authorization: 'Bearer ' + asana.token('ann'), 'content-type': 'application/json' }
const names = async () => {
  const response = await fetch(asana.api + '/tasks?assignee=me&workspace=' + asana.workspace, { headers })
  return (await response.json()).data.map(({ name }) => name)
}
beforeEach(() => asana.reset())

for (const name of ['first', 'second'])
  test(name, async () => {
    const before = await names()
    expect(before).not.toContain('first')
    expect(before).not.toContain('second')
    const body = JSON.stringify({ data: { workspace: asana.workspace, name, assignee: 'me' } })
    await fetch(asana.api + '/tasks', { method: 'POST', headers, body })
    expect((await names()).toSorted()).toEqual([...before, name].toSorted())
  })
`

const root = join(import.meta.dirname, '../..')

/** Waits until nothing listens at an address. */
async function untilGone(url: string): Promise<void> {
  const isThere = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  while (await isThere()) await pause(50)
}

test('six files in four threads each have a world of their worker, and nothing is left', { skip }, async t => {
  const folder = folderFor(t)
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(installed)) symlinkSync(join(installed, name), join(folder, 'node_modules', name))
  symlinkSync(root, join(folder, 'node_modules/workloom'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  writeFileSync(join(folder, 'vitest.config.js'), CONFIG)
  for (let file = 1; file <= 6; file++) writeFileSync(join(folder, `file_${file}.test.js`), FILE)
  const { code, output } = await runCommand(
    process.execPath,
    [join(installed, 'vitest/vitest.mjs'), 'run', '--reporter=json'],
    folder,
  )
  assert.equal(code, 0, output)
  const { numPassedTests, numTotalTests } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  assert.deepEqual([numPassedTests, numTotalTests], [12, 12])
  await untilGone(readFileSync(join(folder, 'url.txt'), 'utf8'))
})
