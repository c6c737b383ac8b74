/**
 * Public SCIM test suites against the program: `node scripts/scim_conformance.ts`. It serves an organization on a free
 * port, installs the suites into a temporary folder, runs them, and compares their complaints with
 * `scim_conformance.json`. It fails on a complaint that is not listed, and on a listed one that is missing. Without
 * Python or its packages, it prints that and does nothing.
 */
import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../src/app.ts'
import { createUser, createWorkspace, join as enter } from '../src/resources/people/rules/join.ts'
import { createServiceAccount } from '../src/resources/people/rules/service_account.ts'
import { openSqlite } from '../src/store/sqlite.ts'

/** The suites that the expectations were written for. */
const SUITES = [
  'scim2-cli==0.6.0',
  'scim2-tester==0.5.2',
  'scim2-client==0.13.2',
  'scim2-models==0.12.3',
  'scim-sanity==0.7.4',
]

interface ProcessResult {
  code: number
  out: string
  err: string
}

async function run(command: string, args: string[], options: SpawnOptions = {}): Promise<ProcessResult> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', text => (said.out += text))
  child.stderr?.setEncoding('utf8').on('data', text => (said.err += text))
  try {
    const [code] = await once(child, 'close')
    return { code: code ?? 1, ...said }
  } catch (error) {
    return { code: 127, ...said, err: String(error) }
  }
}

/** Serves an enterprise organization with people of the application in it. */
async function serve(): Promise<{ url: string; token: string; close(): Promise<void> }> {
  const clock = () => Date.now()
  const store = await openSqlite({ folder: null, clock })
  const app = await createApp({
    store,
    clock,
    key: 'a key of thirty-two characters..',
    publicUrl: null,
    trustedProxies: [],
    web: 'none',
    log: line => console.error(line),
    // The suites send many requests a second, and users whose names are random words.
    limits: { minute: null },
    provisioning: { anyUserName: true, foreignDomains: true },
  })
  const { token } = await store.write(async tx => {
    const workspace = await createWorkspace(tx, { name: 'Example', domains: ['example.com'], plan: 'enterprise' })
    await enter(tx, await createUser(tx, { name: 'Ann Lee', email: 'ann@example.com' }), workspace, { is_admin: true })
    return createServiceAccount(tx, workspace, { name: 'Conformance', scopes: 'all', created_by: null })
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await app.close()
    await store.close()
  }
  return { url: `${address}/api/1.0/scim`, token, close }
}

/** A folder of Python with the suites, or why there is none. */
async function installSuites(folder: string): Promise<string | undefined> {
  const environment = await run('python3', ['-m', 'venv', folder])
  if (environment.code !== 0)
    return `Creating a Python environment failed: ${(environment.err || environment.out).trim().slice(0, 300)}`
  const installation = await run(join(folder, 'bin', 'pip'), [
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--retries',
    '1',
    '--timeout',
    '60',
    ...SUITES,
  ])
  return installation.code === 0 ? undefined : `the suites cannot be installed: ${installation.err.trim().slice(-300)}`
}

/** Random parts of a complaint, so that its text is the same in every run. */
const normalized = (text: string) =>
  text
    .replace(/https?:\/\/[\w.:]+/g, 'URL')
    .replace(/(?<=Updated-)\w+/g, 'ID')
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9a-f]{32}\b|\b\d{9,}\b/g, 'ID')
    .trim()

/** Lines such as `ERROR patch_remove`, each with its reason on the next line. */
function complaintsOfTester({ out, err, code }: ProcessResult): string[] {
  const found = [
    ...out.matchAll(/^(SUCCESS|COMPLIANT|ACCEPTABLE|DEVIATION|ERROR|CRITICAL|SKIPPED) (.*)\n(?: {2}(.*)\n)?/gm),
  ]
  if (found.length < 50) throw new Error(`scim2-tester did not run (${code}): ${out.slice(-2000)} ${err.slice(-2000)}`)
  const complaints = found.filter(([, status = '']) => ['DEVIATION', 'ERROR', 'CRITICAL'].includes(status))
  console.log(`scim2-tester: ${found.length} checks, ${complaints.length} complaints`)
  return complaints.map(([, status, title, reason = '']) => normalized(`${status} ${title}: ${reason}`))
}

interface Probe {
  results: { name: string; status: string; message?: string }[]
}

function complaintsOfSanity({ out, err }: ProcessResult): string[] {
  const start = out.indexOf('{\n  "scim_sanity_version"')
  if (start < 0) throw new Error(`scim-sanity did not run: ${out.slice(-2000)} ${err.slice(-2000)}`)
  const { results } = JSON.parse(out.slice(start)) as Probe
  const complaints = results.filter(({ status }) => !/^(pass|skip)/i.test(status))
  console.log(`scim-sanity: ${results.length} checks, ${complaints.length} complaints`)
  return complaints.map(({ name, status, message = '' }) => normalized(`${status} ${name}: ${message}`))
}

/** A known complaint, and why it is accepted. */
interface KnownComplaint {
  complaint: string
  why: string
}

/** New and missing complaints, as lines; none if all is as expected. */
function differences(suite: string, listed: KnownComplaint[], found: string[]): string[] {
  const expected = listed.map(one => one.complaint)
  const fresh = found.filter(one => !expected.includes(one)).map(one => `${suite}, not expected: ${one}`)
  const missing = expected
    .filter(one => !found.includes(one))
    .map(one => `${suite}, no longer made, take it off the list: ${one}`)
  return [...fresh, ...missing]
}

async function runSuites(python: string): Promise<string[]> {
  const { url, token, close } = await serve()
  try {
    const env = { ...process.env, SCIM_CLI_HEADERS: `Authorization: Bearer ${token}`, NO_COLOR: '1' }
    const tester = await run(join(python, 'bin', 'scim2'), ['--url', url, 'test'], { env })
    const probe = ['probe', url, '--token', token, '--i-accept-side-effects', '--json-output']
    const sanity = await run(join(python, 'bin', 'scim-sanity'), probe)
    const list = readFileSync(join(import.meta.dirname, 'scim_conformance.json'), 'utf8')
    const expected = JSON.parse(list) as Record<'scim2-tester' | 'scim-sanity', KnownComplaint[]>
    return [
      ...differences('scim2-tester', expected['scim2-tester'], complaintsOfTester(tester)),
      ...differences('scim-sanity', expected['scim-sanity'], complaintsOfSanity(sanity)),
    ]
  } finally {
    await close()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'workloom-scim-'))
try {
  const reason = await installSuites(folder)
  if (reason) console.log(`skipped: ${reason}`)
  const complaints = reason ? [] : await runSuites(folder)
  for (const line of complaints) console.error(line)
  process.exitCode = complaints.length > 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true })
}
