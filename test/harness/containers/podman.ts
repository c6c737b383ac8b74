/**
 * A podman for one test file: its images, containers, volumes, networks and sockets are in a temporary folder, apart from those of the
 * machine. Everything in it is stopped and deleted after the file.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type CommandResult, runCommand } from '../clients/run_program.ts'
import { makeBaseImage } from './base_image.ts'

export interface Podman {
  /** Why there is none, for `skip` of a test; false if there is one. */
  readonly skip: string | false
  readonly folder: string
  /** What makes any podman, and programs that start one, use this folder. */
  readonly variables: Readonly<Record<string, string>>
  /** Runs podman, and returns its standard output and error output. Throws if it fails. */
  run(...words: string[]): Promise<string>
  /** Starts the service that clients of Docker use; returns the value of DOCKER_HOST. */
  serve(): Promise<string>
}

export const BASE_IMAGE = 'localhost/node'

/** The space that two builds need. */
const BUILD_BYTES = 8_000_000_000
const FAST_FOLDER = '/dev/shm'

/** Images are made in memory if there is plenty: a disk writes each layer several times. */
function newFolder(): string {
  const { bavail, bsize } = existsSync(FAST_FOLDER) ? statfsSync(FAST_FOLDER) : { bavail: 0, bsize: 0 }
  return mkdtempSync(join(bavail * bsize > BUILD_BYTES ? FAST_FOLDER : tmpdir(), 'workloom-test-'))
}

/** A podman with the base image, if the machine can run containers. */
export async function startPodman(): Promise<Podman> {
  const missing = process.getuid?.() !== 0 || (await runCommand('podman', ['--version'], tmpdir())).code !== 0
  const folder = missing ? '' : newFolder()
  const variables = missing ? {} : await configure(folder)
  const podman = (...words: string[]) => runCommand('podman', words, folder, variables)
  const running: ChildProcess[] = []
  const end = () => clean(folder, podman, running)
  if (!missing) after(end)
  return {
    skip: missing
      ? 'needs podman, as root'
      : await tried(folder, podman, variables).catch(error => end().then(() => Promise.reject(error))),
    ...{ folder, variables },
    run: async (...words) => outputOf(`podman ${words[0]}`, await podman(...words)),
    serve: () => serve(folder, variables, running),
  }
}

/** The output of a command that must succeed. */
export function outputOf(command: string, { code, output }: CommandResult): string {
  if (code !== 0) throw new Error(`${command} ended with ${code}.\n${output}`)
  return output
}

/** Writes the configuration, and returns the variables that name it. */
async function configure(folder: string): Promise<Record<string, string>> {
  const place = (name: string) => JSON.stringify(join(folder, name))
  const storage = `[storage]\ndriver = "overlay"\ngraphroot = ${place('images')}\nrunroot = ${place('run')}\n`
  // The older of two runtimes also starts where both versions of cgroups are in use.
  const hasRunc = (await runCommand('runc', ['--version'], folder)).code === 0
  const settings = [
    // Without these podman requires more than a machine may permit.
    '[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]',
    `[network]\nnetwork_backend = "netavark"\nnetwork_config_dir = ${place('networks')}`,
    `[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "none"\nlock_type = "file"\ntmp_dir = ${place('tmp')}`,
    hasRunc ? 'runtime = "runc"' : '',
  ]
  mkdirSync(join(folder, 'tmp'))
  writeFileSync(join(folder, 'storage.conf'), storage)
  writeFileSync(join(folder, 'containers.conf'), `${settings.join('\n')}\n`)
  return {
    CONTAINERS_CONF: join(folder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
    // The other format of images has no health check.
    BUILDAH_FORMAT: 'docker',
    TMPDIR: join(folder, 'tmp'),
  }
}

/** Makes the base image, and tries a container with a port. Returns why none runs here, or false. */
async function tried(
  folder: string,
  podman: (...words: string[]) => Promise<CommandResult>,
  variables: Record<string, string>,
): Promise<string | false> {
  makeBaseImage(join(folder, 'base'))
  const importing = `tar -C base -c . | podman import --quiet - ${BASE_IMAGE}`
  outputOf('podman import', await runCommand('sh', ['-c', importing], folder, variables))
  rmSync(join(folder, 'base'), { recursive: true })
  const { code, output } = await podman('run', '--rm', '-p', '127.0.0.1::8080', BASE_IMAGE, 'node', '--version')
  return code === 0 ? false : `podman cannot run a container here: ${output.trim().split('\n').at(-1)}`
}

async function serve(folder: string, variables: Record<string, string>, running: ChildProcess[]): Promise<string> {
  const socket = join(folder, 'docker.sock')
  const env = { ...process.env, ...variables }
  const child = spawn('podman', ['system', 'service', '--time', '0', `unix://${socket}`], { env, stdio: 'ignore' })
  running.push(child)
  while (!existsSync(socket)) {
    if (child.exitCode !== null) throw new Error(`The service of podman ended with ${child.exitCode}.`)
    await pause(20)
  }
  return `unix://${socket}`
}

async function clean(
  folder: string,
  podman: (...words: string[]) => Promise<CommandResult>,
  running: readonly ChildProcess[],
): Promise<void> {
  for (const child of running) if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'close')
  await podman('rm', '--all', '--force', '--time', '0')
  // Podman leaves this folder mounted on itself.
  await runCommand('umount', [join(folder, 'images/overlay')], folder)
  rmSync(folder, { recursive: true, force: true })
}
