import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '../../../test/harness/cli/run_command.ts'
import { folderFor } from '../../../test/harness/program.ts'

test('emulator env prints variables that a shell can read, whatever is in the path', async t => {
  const folder = join(folderFor(t), "Ann's files")
  const shown = (shell: string) =>
    runCommand([
      ...['emulator', 'env', '--shell', shell, '--port', '8080'],
      ...['--tls-folder', folder, '--intercept', 'app.asana.com'],
    ])
  const { code, out, err } = await shown('sh')
  assert.equal(code, 0, err)
  const read = execFileSync('sh', ['-c', `${out}\nprintf '%s\\n%s' "$HTTPS_PROXY" "$NODE_EXTRA_CA_CERTS"`])
  assert.equal(String(read), `http://127.0.0.1:8080\n${join(folder, 'ca.pem')}`)
  const powershell = (await shown('powershell')).out.split('\n')
  assert.ok(powershell.includes(`$env:NODE_EXTRA_CA_CERTS = '${join(folder, 'ca.pem').replace("'", "''")}'`))
  const without = await runCommand(['emulator', 'env'])
  assert.deepEqual([without.code, /needs --intercept HOSTS or --tls/.test(without.err)], [2, true])
})
