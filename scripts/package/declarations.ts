/** The types of a folder of sources, as a package entry has them. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The declarations of each source, by its name without the extension. */
export function declarationsIn(sources: string): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'workloom-types-'))
  try {
    const paths = globSync(`${sources}/*.ts`, { cwd: root, exclude: ['**/*.test.ts'] })
    emit(
      paths.map(path => join(root, path)),
      folder,
    )
    const emitted = globSync('*.d.ts', { cwd: folder }).sort()
    return new Map(emitted.map(name => [basename(name, '.d.ts'), readFileSync(join(folder, name), 'utf8')]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function emit(sources: readonly string[], folder: string): void {
  const options = ['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--allowImportingTsExtensions']
  const target = ['--target', 'esnext', '--module', 'nodenext', '--strict', '--skipLibCheck', '--types', 'node']
  const words = [join(root, 'node_modules/typescript/bin/tsc'), ...options, ...target, '--outDir', folder, ...sources]
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The types of the package do not compile:\n${stdout}`)
}

/** Declarations that import each other, as one text without imports of local files and without exports. */
export const merged = (texts: Iterable<string>): string =>
  [...texts]
    .map(text => text.replaceAll(/^(?:import [^;]* from '\.[^;]*|export \{\});\n/gm, '').replaceAll(/^export /gm, ''))
    .map(text => text.replaceAll(/^(?=(?:abstract )?(?:class|function|const) )/gm, 'declare '))
    .join('\n')
