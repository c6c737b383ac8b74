import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '../../test/harness/cli/run_command.ts'
import { folderFor } from '../../test/harness/program.ts'
import { emptyLocation, locationKinds } from '../../test/harness/transfer/locations.ts'

for (const kind of locationKinds) {
  test(`demo fills a ${kind} once, without a problem for doctor`, async t => {
    const place = await emptyLocation(t, kind)
    const files = join(folderFor(t), 'files')
    const where = 'folder' in place ? ['--data', place.folder] : ['--database-url', place.database]
    const withFiles = [...where, '--files', files]
    const first = await runCommand(['demo', ...withFiles])
    assert.equal(first.code, 0, first.err)
    assert.match(first.out, /Larkmoor Outdoor is ready: 12 people, 8 projects, \d+ tasks/)
    assert.match(first.out, /http:\/\/127\.0\.0\.1:8080\/sign_in#[0-9a-f]{48}\n/)
    assert.match(first.err, /No server is running here/)
    const second = await runCommand(['demo', ...withFiles, '--json'])
    assert.deepEqual([second.code, second.out], [1, ''])
    assert.match(second.err, /The store is not empty.*name a new folder with --data/)
    const doctor = await runCommand(['doctor', '--json', ...withFiles], {
      WORKLOOM_KEY: 'a key of thirty-two characters..',
    })
    const failures = (JSON.parse(doctor.out) as { check: string; status: string }[]).filter(
      ({ status, check }) => status === 'failure' && ['rights', 'search', 'files', 'counts'].includes(check),
    )
    assert.deepEqual(failures, [])
    assert.equal((await runCommand(['sign-in-link', '--email', 'noah@larkmoor.example', ...where])).code, 0)
  })
}

test('demo prints JSON for programs, and refuses a store in memory', async t => {
  const made = await runCommand(['demo', '--json', '--data', join(folderFor(t), 'data')])
  const { email, workspace, user } = JSON.parse(made.out) as Record<string, string>
  assert.deepEqual([email, typeof workspace, typeof user], ['maya@larkmoor.example', 'string', 'string'])
  assert.equal((await runCommand(['demo', '--memory'])).code, 2)
})
