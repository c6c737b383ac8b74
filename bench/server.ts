/** The program itself on a loopback port, as a process of its own. */
import type { AddressInfo } from 'node:net'
import type { Wishes } from '../src/limits/sizes.ts'
import { serve, told } from './child.ts'
import { gauge } from './gauge.ts'
import type { Hooks } from './hooks.ts'
import { openProgram } from './program.ts'

const { folder, limits, hooks } = await told<{ folder: string; limits?: Wishes; hooks?: Hooks }>()
const { app } = await openProgram(folder, limits, hooks)
await app.listen({ host: '127.0.0.1', port: 0 })
serve({ port: (app.server.address() as AddressInfo).port }, gauge)
