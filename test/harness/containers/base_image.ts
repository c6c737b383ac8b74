/**
 * A substitute for the image `docker.io/library/node`, from programs of this machine, so that no registry of images is needed. It has
 * what the Containerfile takes from that image:
 * - this Node.js in `/usr/local/bin`, with the npm of the machine
 * - bash, sh and a few programs, with the libraries of the system
 * - the user `node` (1000)
 *
 * It does not show what only the real image has, such as its other programs and its certificates.
 */
import { execFileSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'

const PROGRAMS = ['bash', 'cat', 'chown', 'env', 'id', 'ln', 'ls', 'mkdir', 'rm', 'sh']

/** Libraries that native packages load, next to those that the programs are linked with. */
const LIBRARIES = ['libdl.so.2', 'libgcc_s.so.1', 'libm.so.6', 'libpthread.so.0', 'librt.so.1', 'libstdc++.so.6']

const FOLDERS = ['dev', 'etc', 'home/node', 'proc', 'root', 'run', 'sys', 'tmp', 'usr/bin', 'usr/local/bin', 'var/tmp']

const USER_ID = 1000

/** Makes the files of the image in a folder. */
export function makeBaseImage(folder: string): void {
  for (const name of FOLDERS) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['bin', 'lib', 'lib64']) {
    mkdirSync(join(folder, 'usr', name), { recursive: true })
    symlinkSync(`usr/${name}`, join(folder, name))
  }
  const programs = PROGRAMS.map(pathOf)
  for (const [index, path] of programs.entries()) copyFileSync(path, join(folder, 'usr/bin', PROGRAMS[index] ?? ''))
  copyFileSync(process.execPath, join(folder, 'usr/local/bin/node'))
  copyLibraries([...programs, process.execPath], folder)
  copyNpm(folder)
  writeFileSync(
    join(folder, 'etc/passwd'),
    `root:x:0:0::/root:/bin/bash\nnode:x:${USER_ID}:${USER_ID}::/home/node:/bin/bash\n`,
  )
  writeFileSync(join(folder, 'etc/group'), `root:x:0:\nnode:x:${USER_ID}:\n`)
  chownSync(join(folder, 'home/node'), USER_ID, USER_ID)
}

/** The file of a program on PATH. */
function pathOf(program: string): string {
  const places = (process.env.PATH ?? '').split(delimiter).map(place => join(place, program))
  return realpathSync(places.find(place => existsSync(place)) ?? join('/usr/bin', program))
}

/** Copies what the programs are linked with to the same places. */
function copyLibraries(programs: readonly string[], folder: string): void {
  const linked = programs.flatMap(
    path => execFileSync('ldd', [path], { encoding: 'utf8' }).match(/\/\S+\.so\S*/g) ?? [],
  )
  const places = [...new Set(linked.map(dirname))]
  const loaded = places.flatMap(place => globSync(LIBRARIES, { cwd: place }).map(name => join(place, name)))
  for (const path of new Set([...linked, ...loaded])) {
    const place = join(folder, dirname(path).replace(/^\/(?=lib)/, '/usr/'))
    mkdirSync(place, { recursive: true })
    copyFileSync(path, join(place, basename(path)))
  }
}

function copyNpm(folder: string): void {
  const npm = dirname(dirname(pathOf('npm')))
  cpSync(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(folder, 'usr/local/bin', name))
}
