/** The built client in a folder of its own, as an installed package: programs there import `workloom/client`. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { isCurrent } from '../../scripts/current.mjs'
import { buildClient } from '../../scripts/package/build_client.ts'
import { runCommand } from '../harness/clients/run_program.ts'

const root = join(import.meta.dirname, '../..')

/** A folder with the package and these files. It is deleted after the tests of the file. */
export async function clientFolder(files: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'workloom-client-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const installed = join(folder, 'node_modules/workloom')
  mkdirSync(installed, { recursive: true })
  cpSync(join(root, 'package.json'), join(installed, 'package.json'))
  const to = join(installed, 'dist/client')
  if (isCurrent('client')) cpSync(join(root, 'dist/client'), to, { recursive: true })
  else await buildClient(to)
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** What strict projects use. */
const strict = {
  ...{ target: 'es2022', module: 'nodenext', strict: true, noUncheckedIndexedAccess: true, noEmit: true },
  ...{ exactOptionalPropertyTypes: true },
  ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')], lib: ['es2022'] },
}

/** Compiles files of the folder; returns what the compiler reports. */
export async function compile(folder: string, files: string[]): Promise<string> {
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: strict, files }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  return (await runCommand(process.execPath, [compiler, '--project', '.'], folder, {})).output
}
