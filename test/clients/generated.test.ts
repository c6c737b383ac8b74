/**
 * Clients that are generated from the OpenAPI document of a running server: in TypeScript, where their use is also
 * checked against the generated types, and in Python. These tests download the generators when they run.
 */
import assert from 'node:assert/strict'
import { copyFileSync, cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { runCommand as runWorkloom } from '../harness/cli/run_command.ts'
import { runCommand } from '../harness/clients/run_program.ts'
import { packages } from '../harness/packages.ts'
import { folderFor, startProgram } from '../harness/program.ts'
import { python } from './python.ts'

const FOLDER = 'test/clients/generated'
const root = join(import.meta.dirname, '../..')
const { skip, folder: installed } = await packages(FOLDER)
const { skip: noPython, interpreter } = await python(FOLDER)

/** A folder with the OpenAPI document of a running server, and the variables that its client needs. */
async function documentFolder(t: TestContext) {
  const folder = folderFor(t)
  const { url, token } = await startProgram(t, ['--data', join(folder, 'data')])
  const document = await (await fetch(`${url}/api/1.0/openapi.json`)).text()
  writeFileSync(join(folder, 'openapi.json'), document)
  const creating = ['service-account', 'create', '--data', join(folder, 'data'), '--name', 'Exports']
  const { code, out, err } = await runWorkloom(creating)
  assert.equal(code, 0, err)
  return { folder, variables: { ORIGIN: url, TOKEN: token, SERVICE_TOKEN: out.trim() } }
}

/** Keeps redocly off the network. */
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** Runs a program of the downloaded packages, which must succeed. */
async function tool(folder: string, path: string, ...args: string[]): Promise<string> {
  const { code, output } = await runCommand(process.execPath, [join(installed, path), ...args], folder, quiet)
  assert.equal(code, 0, `${path} ended with ${code}:\n${output}`)
  return output
}

/** Generated code, by name. The document is the same for every server, so each generator runs once. */
const generatedFolder = folderFor({ after })

/** Copies the output of `make` under a name into the folder. */
async function copyGenerated(folder: string, name: string, make: () => Promise<void>): Promise<void> {
  const [here, there] = [join(folder, name), join(generatedFolder, name)]
  if (existsSync(there)) return cpSync(there, here, { recursive: true })
  await make()
  cpSync(here, there, { recursive: true })
}

const compiler = {
  ...{ target: 'esnext', module: 'nodenext', types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: true },
  ...{ noEmit: true, allowImportingTsExtensions: true, erasableSyntaxOnly: true, verbatimModuleSyntax: true },
}

/** Generates types from the document, then compiles a program against them and runs it. */
async function inTypeScript(t: TestContext, program: string) {
  const { folder, variables } = await documentFolder(t)
  symlinkSync(installed, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: compiler, files: ['program.ts'] }))
  writeFileSync(join(folder, 'program.ts'), program)
  await copyGenerated(folder, 'api.d.ts', async () => {
    await tool(folder, 'openapi-typescript/bin/cli.js', 'openapi.json', '--output', 'api.d.ts')
  })
  await tool(folder, 'typescript/bin/tsc', '--project', '.')
  const { code, output } = await runCommand(process.execPath, ['program.ts'], folder, variables)
  assert.equal(code, 0, output)
}

/** Generates a package from the document and runs a program that uses it. */
async function inPython(t: TestContext, program: string) {
  const { folder, variables } = await documentFolder(t)
  copyFileSync(join(root, FOLDER, 'python.yaml'), join(folder, 'python.yaml'))
  writeFileSync(join(folder, 'program.py'), program)
  const to = ['--meta', 'none', '--output-path', 'workloom_api', '--config', 'python.yaml', '--fail-on-warning']
  await copyGenerated(folder, 'workloom_api', async () => {
    const call = ['-m', 'openapi_python_client', 'generate', '--path', 'openapi.json', ...to]
    const made = await runCommand(interpreter, call, folder)
    assert.equal(made.code, 0, made.output)
  })
  const { code, output } = await runCommand(interpreter, ['program.py'], folder, variables)
  assert.equal(code, 0, output)
}

/** The first example of a language in the guide. */
function shownIn(language: string): string {
  const guide = readFileSync(join(root, 'docs/clients.md'), 'utf8')
  const example = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(guide)?.[1]
  assert.ok(example, `docs/clients.md has an example in ${language}`)
  return example
}

const example = (name: string) => readFileSync(join(root, FOLDER, name), 'utf8')

for (const [program, title] of [
  ['day', 'completes a working day'],
  ['work', 'searches, attaches, duplicates, sends a batch, plans and exports'],
]) {
  test(`a client generated by openapi-typescript and openapi-fetch ${title}`, { skip }, t =>
    inTypeScript(t, example(`${program}.ts`)),
  )

  test(`a client generated by openapi-python-client ${title}`, { skip: noPython }, t =>
    inPython(t, example(`${program}.py`)),
  )
}

test('the TypeScript client in the guide works', { skip }, t => inTypeScript(t, shownIn('ts')))

test('the Python client in the guide works', { skip: noPython }, t => inPython(t, shownIn('python')))

test('redocly reports no problem in the OpenAPI document', { skip }, async t => {
  const { folder } = await documentFolder(t)
  const output = await tool(folder, '@redocly/cli/bin/cli.js', 'lint', 'openapi.json', '--max-problems', '20')
  assert.match(output, /Your API description is valid/)
  assert.doesNotMatch(output, /warning|error/i, output)
})
