/** The program itself on a loopback port, as a process of its own. */
import type { AddressInfo } from 'node:net'
import { serve, told } from './child.ts'
import { gauge } from './gauge.ts'
import { openProgram } from './program.ts'

const { folder } = await told<{ folder: string }>()
const { app } = await openProgram(folder)
await app.listen({ host: '127.0.0.1', port: 0 })
serve({ port: (app.server.address() as AddressInfo).port }, gauge)
