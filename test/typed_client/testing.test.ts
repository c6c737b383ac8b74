/** The package entries `workloom/testing…` as other projects import them: types, both module formats, an older Node.js. */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isCurrent } from '../../scripts/current.mjs'
import { buildTesting } from '../../scripts/package/build_testing.ts'
import { runCommand } from '../harness/clients/run_program.ts'
import { MAIN } from '../harness/program.ts'
import { clientFolder, compile } from './built.ts'
import { olderNode } from './older_node.ts'

const root = join(import.meta.dirname, '../..')

const types = `
import { test } from 'node:test'
import { startWorkloom, type TestWorld } from 'workloom/testing'
import { withWorkloom } from 'workloom/testing/node'
import standard, { asanaForWorker } from 'workloom/testing/vitest'
import { setupWith } from 'workloom/testing/jest'

const asana = await startWorkloom({ seed: './seed.yaml', clock: '2026-01-05T09:00:00Z', strictness: 'strict', port: 0 })
const texts: string[] = [asana.url, asana.api, asana.token('ann'), asana.gid('launch/brief')]
await asana.reset()
const snapshot = await asana.snapshot()
await asana.restore(snapshot)
const world: TestWorld = asana.world('3')
await world.clock.advance('25h')
await asana.fault({ use: 'lost_answer', match: { operation: 'createTask' } })
const [made] = await asana.requests({ operation: 'createTask', status: 201 })
texts.push(made?.path ?? '', (await asanaForWorker()).api)
await asana.settle()
await asana.close()
withWorkloom(test)('creates a task', async (asana, t) => t.diagnostic(asana.api))
export const setup = setupWith({ seed: { seed: 1 } })
export const end: () => Promise<void> = await standard()
// @ts-expect-error: one of three words
await startWorkloom({ strictness: 'very' })
`

const using = `
const all = [await LOAD('workloom/testing'), await LOAD('workloom/testing/vitest'), await LOAD('workloom/testing/jest'), await LOAD('workloom/testing/node')]
const [{ startWorkloom }, vitest, jest, node] = all
const own = name => Object.keys(name).filter(one => one !== 'module.exports').sort().join()
console.log(own(all[0]), own(vitest), own(jest), own(node), vitest.default === vitest.setup)
const asana = await startWorkloom({ command: { program: process.env.NODE, args: [process.env.MAIN, 'emulator'] } })
console.log(asana.token('ann'), await asana.snapshot('first'))
`

const printed = [
  'EmulatorError,TestEmulator,TestWorld,startWorkloom asanaForWorker,default,setup,setupWith',
  'asanaForWorker,default,setup,setupWith withWorkloom true\nann-token first\n',
].join(' ')

const folder = await clientFolder({
  'types.ts': types,
  'modules.mjs': using.replaceAll('LOAD', 'import'),
  'common.cjs': `(async () => {${using.replaceAll('LOAD', 'require')}})()`,
})
const to = join(folder, 'node_modules/workloom/dist/testing')
mkdirSync(to, { recursive: true })
if (isCurrent('testing')) cpSync(join(root, 'dist/testing'), to, { recursive: true })
else await buildTesting(to)

const variables = { NODE: process.execPath, MAIN }

test('the types of the test helpers fit their guide', async () => {
  assert.equal(await compile(folder, ['types.ts']), '')
})

for (const file of ['modules.mjs', 'common.cjs']) {
  test(`${file} loads the test helpers and starts an emulator`, async () => {
    assert.deepEqual(await runCommand(process.execPath, [file], folder, variables), { code: 0, output: printed })
  })

  const skip = olderNode ? false : 'needs Node.js 20 to 23 on PATH'
  test(`${file} does so in an older Node.js`, { skip }, async () => {
    assert.deepEqual(await runCommand(olderNode, [file], folder, variables), { code: 0, output: printed })
  })
}
