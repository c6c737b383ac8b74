/** The files of the web app. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Whether the web app is built. */
export const isBuilt = (web: string): boolean => existsSync(resolve(web, 'index.html'))
