/** The program itself on a loopback port, as a process of its own. */
import type { AddressInfo } from 'node:net'
import type { LimitOverrides } from '../src/limits/sizes.ts'
import { readOptions, serve } from './child.ts'
import { gauge } from './gauge.ts'
import type { Hooks } from './hooks.ts'
import { type Database, openProgram } from './program.ts'

type Told = ({ folder: string } | Database) & { limits?: LimitOverrides; hooks?: Hooks }

const { limits, hooks, ...place } = await readOptions<Told>()
const { app } = await openProgram('folder' in place ? place.folder : place, limits, hooks)
await app.listen({ host: '127.0.0.1', port: 0 })
serve({ port: (app.server.address() as AddressInfo).port }, gauge)
