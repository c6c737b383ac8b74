/** The examples of `docs/client.md`, as one program: it compiles, and runs against a server that listens. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listeningWorld } from '../harness/clients/listening.ts'
import { runCommand } from '../harness/clients/run_program.ts'
import { clientFolder, compile } from './built.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/client.md'), 'utf8')
const examples = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)

/** The guide has no process of its own to end. */
const end = '\nprocess.exit()\n'

test('the examples of the guide compile, and run one after the other', async () => {
  assert.ok(examples.length >= 10, `${examples.length} examples`)
  const { ann, origin } = await listeningWorld()
  const folder = await clientFolder({ 'guide.ts': examples.join('\n') + end })
  assert.equal(await compile(folder, ['guide.ts']), '')
  const variables = { WORKLOOM_URL: origin, WORKLOOM_TOKEN: ann.token }
  const { code, output } = await runCommand(process.execPath, ['guide.ts'], folder, variables)
  assert.equal(code, 0, output)
  assert.match(output, /^Ann\nAnn Untitled section\n/)
  assert.match(output, /false Write the brief|true Write the brief/)
  assert.match(output, /changed \d+\n/)
  assert.match(output, /Not a recognized ID|Unknown object/)
})
