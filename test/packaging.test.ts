/**
 * What is installed equals what was tested: the lock file has a checksum for every package, versions are exact, and the
 * files for containers and systemd match the program.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderFor } from './harness/program.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const parseJson = (path: string) => JSON.parse(read(path))

/** All manifests of the repository that have packages. */
const manifests = [
  'package.json',
  ...globSync(['packaging/*/package.json', 'test/clients/*/package.json'], { cwd: root }),
]
const locks = ['package-lock.json', ...globSync('test/clients/*/package-lock.json', { cwd: root })]
/** The instructions of the Containerfile, each with its words, in order. */
const instructions = read('Containerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .filter(line => line.trim() !== '')
  .map(line => {
    const [, name = '', words = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    return [name, words] as const
  })
const wordsOf = (name: string) => instructions.flatMap(([one, words]) => (one === name ? [words] : []))

test('lock files have a checksum and no address for every package', () => {
  const violations = locks.flatMap(path =>
    Object.entries<{ link?: boolean; integrity?: string; resolved?: string }>(parseJson(path).packages)
      .filter(([place, { link }]) => place.includes('node_modules/') && !link)
      .filter(([, { integrity, resolved }]) => !integrity?.startsWith('sha512-') || resolved !== undefined)
      .map(([place]) => `${path}: ${place}`),
  )
  assert.deepEqual(violations, [], 'make the lock file anew in an empty folder, with the .npmrc of the project')
})

test('the lock file requires no Node.js version of optional packages, which an old npm would omit', () => {
  // They are programs for one platform. The Node.js that installs them may be older than the one that runs them.
  const violations = Object.entries<{ optional?: boolean; engines?: object }>(parseJson('package-lock.json').packages)
    .filter(([, { optional, engines }]) => optional && engines)
    .map(([place]) => place)
  assert.deepEqual(violations, [], 'take `engines` out of these entries')
})

test('versions of packages are exact', () => {
  const violations = manifests.flatMap(path => {
    const { dependencies, devDependencies, optionalDependencies, overrides } = parseJson(path)
    const all = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides })
    return all.filter(([, version]) => !/^(?:npm:.*@)?\d+\.\d+\.\d+$/.test(version)).map(([name]) => `${path}: ${name}`)
  })
  assert.deepEqual(violations, [])
})

test('the published package does not depend on a Node.js, and all platforms of a clone have the same one', () => {
  const { dependencies, optionalDependencies } = parseJson('package.json')
  const isNode = (name: string) => /^node-(?:bin-)?(?:linux|darwin|win)-/.test(name)
  assert.deepEqual(Object.keys({ ...dependencies, ...optionalDependencies }).filter(isNode), [])
  const along = Object.entries(parseJson('packaging/node/package.json').optionalDependencies)
  assert.equal(along.length, 5)
  assert.ok(along.every(([name]) => isNode(name)))
  assert.equal(new Set(along.map(([, version]) => version)).size, 1)
})

test('every path that the Containerfile copies exists, and its versions are those of the program', () => {
  const copied = wordsOf('COPY').filter(words => !words.startsWith('--from='))
  const missing = copied.flatMap(words => words.split(' ').slice(0, -1)).filter(path => !existsSync(join(root, path)))
  assert.deepEqual(missing, [])
  const later = ['node_modules', 'dist']
  const built = wordsOf('COPY').flatMap(words => words.match(/(?<= \/build\/)\S+/g) ?? [])
  assert.deepEqual(
    built.filter(path => !later.includes(path) && !existsSync(join(root, path))),
    [],
  )
  const [version] = new Set(Object.values(parseJson('packaging/node/package.json').optionalDependencies))
  assert.deepEqual(wordsOf('ARG')[0], `NODE=docker.io/library/node:${version}-slim`)
  assert.match(wordsOf('LABEL').join(), new RegExp(`image\\.version="${parseJson('package.json').version}"`))
})

test('docker and podman find the same file', () => {
  assert.equal(readlinkSync(join(root, 'Dockerfile')), 'Containerfile')
})

const units = globSync('packaging/workloom*.{service,timer}', { cwd: root })

/** The settings of a unit, by name. */
function settingsOf(path: string): Map<string, string> {
  const lines = read(path)
    .split('\n')
    .filter(line => line !== '' && !/^[#[]/.test(line))
  return new Map(lines.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

test('systemd units start files of the project, as its user, on its data', () => {
  assert.equal(units.length, 3)
  for (const unit of units.filter(path => path.endsWith('.service'))) {
    const settings = settingsOf(unit)
    assert.equal(settings.get('User'), 'workloom')
    assert.equal(settings.get('WorkingDirectory'), '/opt/workloom')
    const [, program = ''] = /\/opt\/workloom\/(\S+)/.exec(settings.get('ExecStart') ?? '') ?? []
    assert.ok(existsSync(join(root, program)), `${unit} starts ${program}`)
  }
})

const noSystemd = spawnSync('systemd-analyze', ['--version']).status !== 0 && 'there is no systemd-analyze'
test('systemd-analyze finds no error in the units', { skip: noSystemd }, t => {
  const folder = folderFor(t)
  // The result must not depend on whether the program is installed on this machine.
  const here = (path: string) => read(path).replaceAll('/opt/workloom/bin/workloom.cjs', '/bin/true')
  for (const unit of units) writeFileSync(join(folder, unit.slice('packaging/'.length)), here(unit))
  const paths = readdirSync(folder).map(name => join(folder, name))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' })
  const ours = stderr.split('\n').filter(line => line.includes(folder) && !line.includes('/opt/workloom'))
  assert.deepEqual(ours, [])
  assert.equal(status, 0, stderr)
})

const noShell = process.platform === 'win32' && 'there is no sh on this system'
test('the backup timer puts the date-time in the file name, and deletes old backups', { skip: noShell }, t => {
  const folder = folderFor(t)
  const settings = settingsOf('packaging/workloom-backup.service')
  const days = /KEEP_DAYS=(\d+)/.exec(read('packaging/workloom-backup.service'))?.[1] ?? ''
  /** Parses a line as systemd does: specifiers, variables, then words. */
  const line = (name: string) =>
    (settings.get(name) ?? '')
      .replaceAll('%%', '%')
      .replaceAll(/\$\{KEEP_DAYS\}/g, days)
      .replaceAll('$$', '$')
      .replaceAll('/var/lib/workloom-backups', folder)
  const run = (command: string) => spawnSync('/bin/sh', ['-c', command], { encoding: 'utf8' })
  cpSync('/bin/echo', join(folder, 'echo'))
  const backup = run(line('ExecStart').replace('/opt/workloom/bin/workloom.cjs', join(folder, 'echo')))
  assert.match(backup.stdout, new RegExp(`^backup --to ${folder}/workloom-\\d{4}-\\d\\d-\\d\\d-\\d{6}\\.db\\n$`))
  const made = (name: string, age: number) => {
    writeFileSync(join(folder, name), '')
    const at = (Date.now() - age * 86_400_000) / 1000
    utimesSync(join(folder, name), at, at)
  }
  mkdirSync(join(folder, 'workloom-kept.db'))
  made('workloom-new.db', 1)
  made('workloom-old.db', Number(days) + 2)
  made('other.db', Number(days) + 2)
  made('workloom-old.db.files', Number(days) + 2)
  // systemd expands no patterns, so the shell must not either.
  const tidied = run(`set -f; ${line('ExecStartPost')}`)
  assert.deepEqual([tidied.status, tidied.stderr], [0, ''])
  assert.deepEqual(readdirSync(folder).sort(), ['echo', 'other.db', 'workloom-kept.db', 'workloom-new.db'])
})
