/**
 * Hints about unknown names: a developer with a server in memory or its log gets them, clients of other servers do not.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { folderFor, startProgram } from '../harness/program.ts'

async function sendMistyped(t: TestContext, options: string[]) {
  const { url, token, output } = await startProgram(t, options)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api/1.0/users/me?opt_felds=name`, { headers })
  return { warning: answer.headers.get('x-workloom-warning'), output }
}

const text = 'Request has an unknown query parameter `opt_felds`: did you mean `opt_fields`?'

test('a server in memory reports unknown names, in a header and in its log', async t => {
  const { warning, output } = await sendMistyped(t, ['--memory'])
  assert.equal(warning, text)
  assert.ok(output.err.includes(text), output.err)
})

test('a server with a folder reports unknown names at log level debug only', async t => {
  const result = await sendMistyped(t, ['--data', folderFor(t), '--log-level', 'debug'])
  assert.equal(result.warning, text)
  const silent = await sendMistyped(t, ['--data', folderFor(t)])
  assert.deepEqual([silent.warning, silent.output.err], [null, ''])
})
