/**
 * The package entries `workloom/testing`, `…/vitest`, `…/jest` and `…/node`: ES modules, CommonJS, and types for both.
 * They are files directly in `dist/testing`, because they find the launcher of the program relative to themselves.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { declarationsIn, merged } from './declarations.ts'

const root = join(import.meta.dirname, '../..')

/** The entries: what programs import, and from which file of `src/testing`. */
const ENTRIES: Record<string, Record<string, string[]>> = {
  index: { 'start.ts': ['startWorkloom', 'TestEmulator'], 'world.ts': ['TestWorld'], 'control.ts': ['EmulatorError'] },
  vitest: { 'vitest.ts': ['asanaForWorker', 'setup', 'setupWith'] },
  jest: { 'jest.ts': ['asanaForWorker', 'setup', 'setupWith'] },
  node: { 'node.ts': ['withWorkloom'] },
}
/** Runners import the setup as the default export. */
const DEFAULTS: Record<string, string> = { vitest: 'setup', jest: 'setup' }

const TYPES = [
  ...['Duration', 'EmulatorCommand', 'FaultRule', 'JobTime', 'RecordedRequest', 'RequestFilter'],
  ...['ResetOptions', 'SeededWorld', 'TestingOptions', 'ClockReading'],
]

/** Builds the entries into a folder. */
export async function buildTesting(to: string): Promise<void> {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  writeTypes(to)
  const { build } = await import('vite')
  const ids = Object.fromEntries(Object.keys(ENTRIES).map(name => [name, `virtual:testing/${name}`]))
  const output = { chunkFileNames: 'shared.js', exports: 'named' as const }
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [
      {
        name: 'testing',
        resolveId: id => (id.startsWith('virtual:testing/') ? `\0${id}` : null),
        load: id => (id.startsWith('\0virtual:testing/') ? entry(id.slice('\0virtual:testing/'.length)) : null),
      },
    ],
    build: {
      ssr: true,
      outDir: to,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: ids,
        output: [
          { ...output, format: 'es', entryFileNames: '[name].js' },
          { ...output, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'shared.cjs' },
        ],
        checks: { pluginTimings: false },
      },
    },
  })
}

function entry(name: string): string {
  const from = (file: string) => JSON.stringify(join(root, 'src/testing', file))
  const lines = Object.entries(ENTRIES[name] ?? {}).map(
    ([file, exported]) => `export { ${exported.join(', ')} } from ${from(file)}`,
  )
  const standard = DEFAULTS[name]
  return [...lines, standard ? `export { ${standard} as default } from ${from(`${name}.ts`)}` : ''].join('\n')
}

/**
 * The types of `src/testing` are one file, except for those of the runners, which have equal names. CommonJS and ES
 * modules share them.
 */
function writeTypes(to: string): void {
  const all = declarationsIn('src/testing')
  const runners = Object.keys(ENTRIES).filter(name => name !== 'index')
  const shared = merged([...all].filter(([name]) => !runners.includes(name)).map(([, text]) => text))
  const values = Object.values(ENTRIES.index ?? {}).flat()
  const names = [...values, 'globalSetup', ...TYPES.map(name => `type ${name}`)].join(', ')
  writeFileSync(join(to, 'types.d.cts'), `${shared}\nexport { ${names} }\n`)
  const index = `export { ${names.replace('globalSetup, ', '')} } from './types.cjs'\n`
  for (const end of ['d.ts', 'd.cts']) {
    writeFileSync(join(to, `index.${end}`), index)
    for (const name of runners) {
      const standard = DEFAULTS[name] ? `export { ${DEFAULTS[name]} as default }\n` : ''
      const text = (all.get(name) ?? '').replaceAll(/'\.\/\w+\.ts'/g, "'./types.cjs'")
      writeFileSync(join(to, `${name}.${end}`), `${text}${standard}`)
    }
  }
}
