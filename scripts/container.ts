/**
 * The steps of the Containerfile in folders of this machine: what can be checked of the image without containers. A
 * stage is a folder that represents `/`. The content of the base image (its files, its users) is missing, so a change
 * of owner is skipped.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

interface Image {
  /** The folder that represents `/`. */
  readonly root: string
  /** The path in ENTRYPOINT, inside the folder. */
  readonly program: string
  readonly variables: Readonly<Record<string, string>>
  /** The command of HEALTHCHECK. */
  readonly health: readonly string[]
}

interface Stage {
  root: string
  folder: string
  variables: Record<string, string>
}

/** Runs a command in a folder; rejects when it fails. */
type Run = (folder: string, command: string[]) => Promise<unknown>

/** The instructions, each with its words, in order. */
export function instructionsOf(text: string): [name: string, words: string][] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
  return lines
    .filter(line => line.trim() !== '')
    .map(line => {
      const [, name = '', words = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
      return [name, words]
    })
}

/** Builds in `folder` what the Containerfile of `context` describes. */
export async function makeImage(context: string, folder: string, run: Run): Promise<Image> {
  const stages = new Map<string, Stage>()
  let stage: Stage = { root: '', folder: '/', variables: {} }
  let [program, health]: [string, string[]] = ['', []]
  for (const [name, words] of instructionsOf(readFileSync(join(context, 'Containerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const [base = '', , called = String(stages.size)] = words.split(' ')
      const earlier = stages.get(base)
      // A stage on another one adds only instructions that change no file.
      stage = earlier ?? { root: join(folder, called), folder: '/', variables: {} }
      mkdirSync(join(stage.root, 'usr/local/bin'), { recursive: true })
      stages.set(called, stage)
    }
    if (name === 'WORKDIR') {
      stage.folder = words
      mkdirSync(join(stage.root, words), { recursive: true })
    }
    if (name === 'ENV')
      Object.assign(stage.variables, Object.fromEntries(words.split(' ').map(pair => pair.split('='))))
    if (name === 'COPY') copy(context, stages, stage, words)
    if (name === 'RUN') await run(join(stage.root, stage.folder), ['sh', '-ec', moved(words, stage.root)])
    if (name === 'ENTRYPOINT') program = join('usr/local/bin', JSON.parse(words)[0])
    if (name === 'HEALTHCHECK') health = JSON.parse(words.slice(words.indexOf('[')))
  }
  return { root: stage.root, program, variables: stage.variables, health }
}

/** A command whose absolute paths are inside the folder that represents `/`. */
function moved(command: string, root: string): string {
  return command.replaceAll(/(?<=\s)\/(?=\w)/g, `${root}/`).replaceAll('chown node:node', 'test -e')
}

function copy(context: string, stages: Map<string, Stage>, to: Stage, words: string): void {
  const [, from] = /^--from=(\S+) /.exec(words) ?? []
  const paths = words.replace(/^--from=\S+ /, '').split(' ')
  const into = paths.pop() ?? ''
  const source = from === undefined ? context : (stages.get(from)?.root ?? '')
  const target = into.startsWith('/') ? join(to.root, into) : join(to.root, to.folder, into)
  const ignored = from === undefined ? readFileSync(join(context, '.dockerignore'), 'utf8').split('\n') : []
  const outside = new Set(ignored.filter(name => name !== '').map(name => join(source, name)))
  for (const path of paths) {
    const isFolder = statSync(join(source, path)).isDirectory()
    const place = !isFolder && (into.endsWith('/') || into === '.') ? join(target, basename(path)) : target
    const filter = (one: string) => !outside.has(one)
    cpSync(join(source, path), place, { recursive: true, verbatimSymlinks: true, filter })
  }
}

/** Runs the health check, against a server and without one. */
export async function healthCheck({ health, variables }: Image, port: string): Promise<void> {
  const [program = '', ...line] = health
  const check = (asked: string) =>
    spawnSync(program, line, { env: { ...process.env, ...variables, WORKLOOM_PORT: asked }, timeout: 5000 }).status
  if (check(port) !== 0) throw new Error('The health check fails although the server responds.')
  if (check('1') === 0) throw new Error('The health check succeeds without a server.')
}
