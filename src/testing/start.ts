/** `startWorkloom`: an emulator for tests, started as a child process or found at `WORKLOOM_EMULATOR_URL`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmulatorCommand, type RunningEmulator, startChild } from './child.ts'
import { control, EmulatorError } from './control.ts'
import { type SeededWorld, TestWorld } from './world.ts'

export interface TestingOptions {
  /** A seed: the path of a YAML or JSON file, or an object. */
  seed?: string | object
  /** `real`, `held`, or an instant at which the clock is held. */
  clock?: string
  strictness?: 'relaxed' | 'warn' | 'strict'
  /** The port; 0, a free one, by default. */
  port?: number
  /** Further options of the command `emulator`, such as `['--worlds', '8']`. */
  args?: readonly string[]
  /** Another program to start. */
  command?: EmulatorCommand
}

interface NamedWorld extends SeededWorld {
  name: string
  url: string
}

/** A world of its process, and the way to others. */
export class TestEmulator extends TestWorld {
  /** The address with TLS, if it was started with `--tls`. */
  readonly tls: string | undefined
  readonly #seeded: SeededWorld
  readonly #close: () => Promise<void>

  constructor(url: string, seeded: SeededWorld, close: () => Promise<void>, tls?: string) {
    super(url, seeded)
    this.tls = tls
    this.#seeded = seeded
    this.#close = close
  }

  /** Another world of the same process, with the same seed: `world('3')`. Its first use creates it. */
  world(name: string): TestWorld {
    return new TestWorld(`${originOf(this.url)}/-/w/${name}`, this.#seeded)
  }

  /** A new world with the same seed, under a free name. `close` deletes it. */
  async createWorld(): Promise<TestEmulator> {
    const made = await control<NamedWorld>(this.url, 'POST', '/worlds', {})
    const remove = async () => void (await control(this.url, 'DELETE', `/worlds/${made.name}`))
    return new TestEmulator(made.url, made, remove)
  }

  /** Ends the process, or deletes the world that this one created in a running emulator. */
  close(): Promise<void> {
    return this.#close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close()
  }
}

const originOf = (url: string) => url.replace(/\/-\/w\/[^/]*$/, '')

/** Starts an emulator, or uses the one that the variable `WORKLOOM_EMULATOR_URL` names. */
export async function startWorkloom(options: TestingOptions = {}): Promise<TestEmulator> {
  const running = process.env.WORKLOOM_EMULATOR_URL
  return running && !options.command ? attach(running.replace(/\/+$/, ''), options) : launch(options)
}

async function launch({
  seed,
  clock,
  strictness,
  port = 0,
  args = [],
  command,
}: TestingOptions): Promise<TestEmulator> {
  const file = seedFile(seed)
  const given = { seed: file.path, clock, strictness, port }
  const words = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, `${value}`]))
  let child: RunningEmulator
  try {
    child = await startChild([...words, ...args], command)
  } finally {
    // The emulator has read it.
    file.remove()
  }
  return new TestEmulator(child.started.url, child.started, child.close, child.started.tls)
}

/** The path of a seed: an object is written to a temporary file. */
function seedFile(seed: string | object | undefined): { path: string | undefined; remove(): void } {
  if (typeof seed !== 'object') return { path: seed, remove: () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'workloom-seed-'))
  const path = join(folder, 'seed.json')
  writeFileSync(path, JSON.stringify(seed))
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A world of a running emulator: the one of the URL, or a new one with another seed. */
export async function attach(url: string, options: TestingOptions = {}): Promise<TestEmulator> {
  const { seed, clock, strictness } = options
  const found = seed === undefined ? await worldAt(url) : await createWorld(url, seed)
  if (clock === 'real') await control(found.url, 'POST', '/clock', { real: true })
  else if (clock !== undefined) await control(found.url, 'POST', '/clock', { freeze: clock === 'held' ? true : clock })
  if (strictness !== undefined) await control(found.url, 'PUT', '/settings', { strictness })
  const remove = async () => void (await control(url, 'DELETE', `/worlds/${found.name}`))
  return new TestEmulator(found.url, found, seed === undefined ? async () => undefined : remove)
}

async function worldAt(url: string): Promise<NamedWorld> {
  const { world } = await control<{ world: string }>(url, 'GET', '')
  const found = (await control<NamedWorld[]>(url, 'GET', '/worlds')).find(({ name }) => name === world)
  if (!found) throw new EmulatorError(`The emulator at ${url} has no world ${world}.`, 0)
  return { ...found, url }
}

async function createWorld(url: string, seed: string | object): Promise<NamedWorld> {
  if (typeof seed === 'object') return control<NamedWorld>(url, 'POST', '/worlds', { seed })
  const made = await control<NamedWorld>(url, 'POST', '/worlds', {})
  await control(made.url, 'POST', '/reset', { to: 'empty' })
  await control(made.url, 'POST', '/seed', { yaml: readFileSync(seed, 'utf8') })
  return worldAt(made.url)
}
