/**
 * Password hashes: argon2id, with the parameters in the stored text, so that they can be raised later. A hash needs memory
 * and time on purpose, so the numbers of running and of waiting hashes are bounded: a flood of attempts is refused
 * before it exhausts the memory.
 */
import { type Argon2Parameters, argon2 } from 'node:crypto'
import { promisify } from 'node:util'
import { invalid, serviceUnavailable } from '../lib/errors.ts'
import { randomHex, sameText } from '../lib/secret.ts'

export interface Passwords {
  /** Returns the text to store. */
  hash(password: string): Promise<string>
  /** Whether a password matches the stored text. Without one it returns false, and takes as long. */
  matches(password: string, stored: string | null | undefined): Promise<boolean>
}

/** Length is the only requirement. */
export const MIN_PASSWORD_CHARACTERS = 12
export const MAX_PASSWORD_CHARACTERS = 200

interface HashCost {
  /** KiB. */
  memory: number
  passes: number
  parallelism: number
}

/** The cost of new hashes. Raise it as machines grow: stored hashes are replaced at the next sign-in. */
const COST: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }

const MAX_RUNNING = 4
const MAX_WAITING = 60

const run = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

export function createPasswords(): Passwords {
  let running = 0
  const waiting: (() => void)[] = []

  async function inQueue<T>(work: () => Promise<T>): Promise<T> {
    if (running >= MAX_RUNNING) {
      if (waiting.length >= MAX_WAITING) throw serviceUnavailable(undefined)
      // A hash that ends passes its slot to the first waiting one, so that no newcomer overtakes it.
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

  const derive = (password: string, salt: Buffer, { memory, passes, parallelism }: HashCost): Promise<Buffer> => {
    const message = normalize(password)
    return inQueue(() => run({ message, nonce: salt, memory, passes, parallelism, tagLength: 32 }))
  }

  return {
    async hash(password) {
      const salt = Buffer.from(randomHex(16), 'hex')
      return formatHash(COST, salt, await derive(password, salt, COST))
    },
    async matches(password, stored) {
      const { cost, salt, tag } = (stored ? parseHash(stored) : undefined) ?? NO_PASSWORD
      const derived = await derive(password, salt, cost)
      return sameText(base64(derived), tag)
    },
  }
}

/** Whether a stored hash is cheaper to guess than a new one. */
export function isOutdated(stored: string): boolean {
  const cost = parseHash(stored)?.cost
  return !cost || cost.memory < COST.memory || cost.passes < COST.passes
}

/** Throws 400 unless this is allowed as the password of the person with this e-mail address. */
export function checkPassword(field: string, password: string, email: string): void {
  const length = [...normalize(password)].length
  if (length < MIN_PASSWORD_CHARACTERS)
    throw invalid(field, `Choose a longer password: at least ${MIN_PASSWORD_CHARACTERS} characters`)
  if (normalize(password).toLowerCase() === email)
    throw invalid(field, 'Choose something else than your e-mail address')
}

/** Keyboards encode the same character in several ways, and a password must work on every machine. */
const normalize = (password: string): string => password.normalize('NFKC')

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

// The format of the reference implementation (PHC), which other programs can read.
const formatHash = ({ memory, passes, parallelism }: HashCost, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

function parseHash(stored: string): { cost: HashCost; salt: Buffer; tag: string } | undefined {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored)
  if (!found) return undefined
  const [, memory, passes, parallelism, salt = '', tag = ''] = found
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { cost, salt: Buffer.from(salt, 'base64'), tag }
}

/** Used for an account without a password: it costs as much as a real one, and never matches. */
const NO_PASSWORD = { cost: COST, salt: Buffer.alloc(16), tag: 'none' }
