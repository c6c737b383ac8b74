/**
 * Builds the program from `src/main.ts` into a few modules, and the empty store with which an emulator begins. The output
 * stays readable, so that a stack trace shows where an error happened.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../../src/lib/clock.ts'
import { emptyFileOf } from '../../src/store/empty.ts'
import { openSqlite } from '../../src/store/sqlite.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Packages of many small ES modules that each start needs. They are bundled; all others are loaded from node_modules.
 */
const PUT_IN = ['kysely', 'jose', '@rgrove/parse-xml']

interface ServerBuild {
  /** Removes files of an earlier build, once this one is there. */
  clear?(): void
  /** Whether all packages are bundled, so that the program runs without any. */
  isWhole?: boolean
}

/** Builds the program into a folder, directly: it finds the manifest and the web app relative to itself. */
export async function buildServer(to: string, { clear = () => {}, isWhole = false }: ServerBuild = {}): Promise<void> {
  const { build } = await import('vite')
  await build({
    configFile: false,
    root,
    logLevel: isWhole ? 'error' : 'warn',
    plugins: [{ name: 'clear', generateBundle: clear }],
    ssr: isWhole ? { noExternal: true } : { external: true, noExternal: PUT_IN },
    build: {
      ssr: 'src/main.ts',
      outDir: to,
      emptyOutDir: false,
      minify: false,
      // Bundled packages keep their license.
      license: { fileName: 'licenses.md' },
      target: 'node24',
      rolldownOptions: {
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          // One shared chunk, instead of one for each set of commands that share modules.
          codeSplitting: { groups: [{ name: 'shared', minShareCount: 3 }] },
        },
        checks: { pluginTimings: false },
      },
    },
  })
  await writeEmptyStore(to)
}

/** The store with which an emulator begins, so that it starts without migrations. */
async function writeEmptyStore(to: string): Promise<void> {
  const store = await openSqlite({ folder: null, clock: systemClock })
  try {
    await writeFile(join(to, 'empty.db'), emptyFileOf(store.serialize()))
  } finally {
    await store.close()
  }
}
