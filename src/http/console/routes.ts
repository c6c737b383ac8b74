/** The table of contents of the console. */

import * as jobs from './jobs.ts'
import * as organizations from './organizations.ts'
import type { Route } from './route.ts'
import * as serviceAccounts from './service_accounts.ts'
import * as signOut from './sign_out.ts'
import * as tokens from './tokens.ts'
import * as webhooks from './webhooks.ts'

export const routes: Route[] = [signOut, tokens, organizations, serviceAccounts, webhooks, jobs].flatMap(
  room => room.routes,
)
