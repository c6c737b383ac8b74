/** The images of the Containerfile, built by podman from this project as it is. */
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../clients/run_program.ts'
import { unreachable } from '../packages.ts'
import { BASE_IMAGE, outputOf, type Podman } from './podman.ts'

const root = join(import.meta.dirname, '../../..')

/** The time limit of a build, in milliseconds. */
const BUILD_TIMEOUT_MS = 800_000

/** The home of the user that builds, in a container. */
const HOME = '/root'

/** A setting of npm, or nothing. */
function npmSetting(name: string): string | undefined {
  const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim()
  return ['', 'null', 'undefined'].includes(value) ? undefined : value
}

/**
 * What the npm of a build must know of this machine: registry, certificates and cache. It is mounted for the time of a build, so no image has
 * it.
 */
function npmOptions({ folder }: Podman): string[] {
  const [user, cache] = [npmSetting('userconfig'), npmSetting('cache')]
  const certificates = npmSetting('cafile') ?? process.env.NODE_EXTRA_CA_CERTS
  const settings = ['prefer-offline=true', `registry=${npmSetting('registry')}`]
  if (certificates) settings.push(`cafile=${HOME}/certificates.pem`)
  writeFileSync(join(folder, 'npmrc'), `${settings.join('\n')}\n`, { mode: 0o600 })
  const mounts = [`${join(folder, 'npmrc')}:/usr/local/etc/npmrc:ro`]
  if (certificates) mounts.push(`${certificates}:${HOME}/certificates.pem:ro`)
  if (user && existsSync(user)) mounts.push(`${user}:${HOME}/.npmrc:ro`)
  if (cache && existsSync(cache)) mounts.push(`${cache}:${HOME}/.npm`)
  return mounts.flatMap(mount => ['--volume', mount])
}

/**
 * Runs commands of the documentation that build an image, with what replaces the registry of images. Returns why there are none if the registry of
 * packages does not answer, else false.
 */
export async function buildImages(podman: Podman, commands: readonly string[]): Promise<string | false> {
  const options = ['--network', 'host', '--build-arg', `NODE=${BASE_IMAGE}`, ...npmOptions(podman)].join(' ')
  for (const command of commands) {
    const line = command.replace('podman build', `podman build ${options}`)
    const result = await runCommand('sh', ['-c', line], root, podman.variables, BUILD_TIMEOUT_MS)
    const reason = result.code === 0 ? undefined : unreachable(result.output)
    if (reason) return `the images cannot be built: ${reason}`
    outputOf(command, result)
  }
  return false
}
