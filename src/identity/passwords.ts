/**
 * Passwords: argon2id, with its parameters in the text that is kept, so that they can be raised later. A hash needs
 * memory and time on purpose, so only a few run at once and only some wait: a flood of attempts is refused before it
 * takes the memory of the program.
 */
import { type Argon2Parameters, argon2 } from 'node:crypto'
import { promisify } from 'node:util'
import { invalid, unavailable } from '../lib/errors.ts'
import { randomHex, sameText } from '../lib/secret.ts'

export interface Passwords {
  /** What is kept of a password. */
  hash(password: string): Promise<string>
  /** Whether a password is the one that was kept. Takes as long without one; then it never is. */
  matches(password: string, kept: string | null | undefined): Promise<boolean>
}

/** The shortest and the longest password, in characters. Length is all that is asked for. */
export const SHORTEST = 12
export const LONGEST = 200

interface Cost {
  /** KiB. */
  memory: number
  passes: number
  parallelism: number
}

/** What a hash costs now. Raise it as machines grow: kept hashes follow at the next sign-in. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 }

const AT_ONCE = 4
const WAITING = 60

const run = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

export function createPasswords(): Passwords {
  let running = 0
  const waiting: (() => void)[] = []

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING) throw unavailable(undefined)
      // Whoever ends passes the place on, so that nobody slips in between.
      await new Promise<void>(resolve => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  const derive = (password: string, salt: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> => {
    const message = normal(password)
    return inTurn(() => run({ message, nonce: salt, memory, passes, parallelism, tagLength: 32 }))
  }

  return {
    async hash(password) {
      const salt = Buffer.from(randomHex(16), 'hex')
      return written(COST, salt, await derive(password, salt, COST))
    },
    async matches(password, kept) {
      const { cost, salt, tag } = (kept ? parse(kept) : undefined) ?? NOBODY
      const derived = await derive(password, salt, cost)
      return sameText(base64(derived), tag)
    },
  }
}

/** Whether a kept hash is cheaper to guess than a new one would be. */
export function isOutdated(kept: string): boolean {
  const cost = parse(kept)?.cost
  return !cost || cost.memory < COST.memory || cost.passes < COST.passes
}

/** Throws 400 unless this may be the password of the person with the e-mail address. */
export function mustBeGood(field: string, password: string, email: string): void {
  const length = [...normal(password)].length
  if (length < SHORTEST) throw invalid(field, `Choose a longer password: at least ${SHORTEST} characters`)
  if (normal(password).toLowerCase() === email) throw invalid(field, 'Choose something else than your e-mail address')
}

/** Keyboards write the same letter in several ways; a password must not depend on the machine. */
const normal = (password: string): string => password.normalize('NFKC')

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

// The format of the reference implementation (PHC), which other programs can read too.
const written = ({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

function parse(kept: string): { cost: Cost; salt: Buffer; tag: string } | undefined {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(kept)
  if (!found) return undefined
  const [, memory, passes, parallelism, salt = '', tag = ''] = found
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { cost, salt: Buffer.from(salt, 'base64'), tag }
}

/** Stands for the password of whoever has none: as dear as a real one, and no tag is that short. */
const NOBODY = { cost: COST, salt: Buffer.alloc(16), tag: 'none' }
