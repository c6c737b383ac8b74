/**
 * Clients that are generated from the OpenAPI document of a running server: in TypeScript, where what they do is also
 * checked against the generated types, and in Python. The generators are fetched when these tests run.
 */
import assert from 'node:assert/strict'
import { copyFileSync, cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { packages } from '../harness/packages.ts'
import { folderFor, serving } from '../harness/program.ts'
import { python, run } from './python.ts'

const FOLDER = 'test/clients/generated'
const root = join(import.meta.dirname, '../..')
const { skip, folder: installed } = await packages(FOLDER)
const { skip: noPython, interpreter } = await python(FOLDER)

/** A folder with the document of a server that runs, and what a client of that server must know. */
async function beside(t: TestContext) {
  const folder = folderFor(t)
  const { url, token } = await serving(t, ['--data', join(folder, 'data')])
  const document = await (await fetch(`${url}/api/1.0/openapi.json`)).text()
  writeFileSync(join(folder, 'openapi.json'), document)
  return { folder, variables: { ORIGIN: url, TOKEN: token } }
}

/** redocly asks the network for nothing. */
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** Runs a program of the fetched packages, which must end well. */
async function tool(folder: string, path: string, ...args: string[]): Promise<string> {
  const { code, said } = await run(process.execPath, [join(installed, path), ...args], folder, quiet)
  assert.equal(code, 0, `${path} ended with ${code}:\n${said}`)
  return said
}

/** What was generated. The document is the same whichever server it is of, so each generator runs for it once. */
const kept = folderFor({ after })

/** Puts what `make` generates under a name into a folder there. */
async function generated(folder: string, name: string, make: () => Promise<void>): Promise<void> {
  const [here, there] = [join(folder, name), join(kept, name)]
  if (existsSync(there)) return cpSync(there, here, { recursive: true })
  await make()
  cpSync(here, there, { recursive: true })
}

const compiler = {
  ...{ target: 'esnext', module: 'nodenext', types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: true },
  ...{ noEmit: true, allowImportingTsExtensions: true, erasableSyntaxOnly: true, verbatimModuleSyntax: true },
}

/** Makes types from the document, then compiles a program against them and runs it. */
async function inTypeScript(t: TestContext, program: string) {
  const { folder, variables } = await beside(t)
  symlinkSync(installed, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: compiler, files: ['program.ts'] }))
  writeFileSync(join(folder, 'program.ts'), program)
  await generated(folder, 'api.d.ts', async () => {
    await tool(folder, 'openapi-typescript/bin/cli.js', 'openapi.json', '--output', 'api.d.ts')
  })
  await tool(folder, 'typescript/bin/tsc', '--project', '.')
  const { code, said } = await run(process.execPath, ['program.ts'], folder, variables)
  assert.equal(code, 0, said)
}

/** Makes a package from the document and runs a program that uses it. */
async function inPython(t: TestContext, program: string) {
  const { folder, variables } = await beside(t)
  copyFileSync(join(root, FOLDER, 'python.yaml'), join(folder, 'python.yaml'))
  writeFileSync(join(folder, 'program.py'), program)
  const to = ['--meta', 'none', '--output-path', 'workloom_api', '--config', 'python.yaml', '--fail-on-warning']
  await generated(folder, 'workloom_api', async () => {
    const call = ['-m', 'openapi_python_client', 'generate', '--path', 'openapi.json', ...to]
    const made = await run(interpreter, call, folder)
    assert.equal(made.code, 0, made.said)
  })
  const { code, said } = await run(interpreter, ['program.py'], folder, variables)
  assert.equal(code, 0, said)
}

/** The first example in a language that the guide shows. */
function shownIn(language: string): string {
  const guide = readFileSync(join(root, 'docs/clients.md'), 'utf8')
  const example = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(guide)?.[1]
  assert.ok(example, `docs/clients.md has an example in ${language}`)
  return example
}

const day = (name: string) => readFileSync(join(root, FOLDER, name), 'utf8')

test('a client of openapi-typescript and openapi-fetch does a day of work', { skip }, t =>
  inTypeScript(t, day('day.ts')),
)

test('a client of openapi-python-client does a day of work', { skip: noPython }, t => inPython(t, day('day.py')))

test('the guide shows a client in TypeScript that works', { skip }, t => inTypeScript(t, shownIn('ts')))

test('the guide shows a client in Python that works', { skip: noPython }, t => inPython(t, shownIn('python')))

test('redocly finds nothing to say of the document', { skip }, async t => {
  const { folder } = await beside(t)
  const said = await tool(folder, '@redocly/cli/bin/cli.js', 'lint', 'openapi.json', '--max-problems', '20')
  assert.match(said, /Your API description is valid/)
  assert.doesNotMatch(said, /warning|error/i, said)
})
