/** The table of contents of the console. */
import type { Route } from './route.ts'
import * as signOut from './sign_out.ts'

export const routes: Route[] = [signOut].flatMap(room => room.routes)
