/** The path of the Node.js of the machine, if it is older than that of the program; else empty. */
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'

const versionOf = (program: string) => spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? ''

export const olderNode: string =
  (process.env.PATH ?? '')
    .split(delimiter)
    .map(folder => join(folder, 'node'))
    .find(program => /^v2[0-3]\./.test(versionOf(program))) ?? ''
