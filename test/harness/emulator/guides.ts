/** The guides in `docs/`, and a folder as that of a user who follows them. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { after } from 'node:test'
import { folderFor } from '../program.ts'

const root = join(import.meta.dirname, '../../..')

export const guide = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8')

/** The examples of a guide in a language. */
export const examplesOf = (name: string, language: string): string[] =>
  [...guide(name).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code)

/** The commands of a guide that begin with a word, each with its continued lines. */
export const commandsOf = (name: string, word: string): string[] =>
  [...guide(name).matchAll(new RegExp(`^(?:\\$ )?(${word} (?:.*\\\\\\n)*.*)$`, 'gm'))].map(([, line = '']) => line)

/** The seed that the examples name. */
const SEED = examplesOf('seeds.md', 'yaml')[0] ?? ''

/** A folder as that of a user, with the package, its command and the seed. */
export function project(files: Record<string, string> = {}): string {
  const folder = folderFor({ after })
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(root, join(folder, 'node_modules/workloom'))
  symlinkSync('../workloom/bin/workloom.cjs', join(folder, 'node_modules/.bin/workloom'))
  const all = { 'package.json': '{ "private": true, "type": "module" }', 'seed.yaml': SEED, ...files }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text)
  return folder
}

/** The environment of a user, with the command of the package on their path. */
export const userVariables = (folder: string): NodeJS.ProcessEnv => ({
  PATH: [join(folder, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
  WORKLOOM_EMULATOR_URL: '',
  // A test runner that is started by a test would otherwise run nothing.
  NODE_TEST_CONTEXT: undefined,
})
