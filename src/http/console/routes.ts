/** All routes of the console, in the order of the reference. */

import * as applications from './developer/applications.ts'
import * as grants from './developer/grants.ts'
import * as oauth from './developer/oauth.ts'
import * as tokens from './developer/tokens.ts'
import * as webhooks from './developer/webhooks.ts'
import * as firstSteps from './initial_address.ts'
import * as invitations from './invitations.ts'
import * as jobs from './jobs.ts'
import * as limits from './limits.ts'
import * as organizationApplications from './organization/applications.ts'
import * as roles from './organization/roles.ts'
import * as trash from './organization/trash.ts'
import * as organizations from './organizations.ts'
import * as password from './password.ts'
import * as favorites from './personal/favorites.ts'
import * as inbox from './personal/inbox.ts'
import * as photo from './personal/photo.ts'
import * as preferences from './personal/preferences.ts'
import * as personalTrash from './personal/trash.ts'
import * as views from './personal/views.ts'
import * as asked from './received_invitations.ts'
import * as lists from './records/lists.ts'
import * as records from './records/records.ts'
import type { ConsoleRoute } from './route.ts'
import * as rules from './rules.ts'
import * as find from './search/find.ts'
import * as search from './search/search.ts'
import * as serviceAccounts from './service_accounts.ts'
import * as session from './session.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as signIn from './sign_in.ts'
import * as signInProvider from './sign_in_provider.ts'
import * as signOut from './sign_out.ts'
import * as projectTemplates from './templates/project_templates.ts'
import * as taskTemplates from './templates/task_templates.ts'
import * as attachments from './work/attachments.ts'
import * as customTypes from './work/custom_types.ts'
import * as files from './work/files.ts'
import * as formulas from './work/formulas.ts'
import * as goals from './work/goals.ts'
import * as joinRequests from './work/join_requests.ts'
import * as placeholders from './work/placeholders.ts'
import * as reactions from './work/reactions.ts'
import * as texts from './work/texts.ts'

export const routes: ConsoleRoute[] = [
  signIn,
  signInProvider,
  signOut,
  session,
  sessions,
  password,
  firstSteps,
  settings,
  invitations,
  asked,
  tokens,
  organizations,
  roles,
  limits,
  serviceAccounts,
  organizationApplications,
  trash,
  projectTemplates,
  taskTemplates,
  applications,
  grants,
  oauth,
  webhooks,
  jobs,
  reactions,
  attachments,
  files,
  customTypes,
  formulas,
  goals,
  placeholders,
  rules,
  lists,
  records,
  find,
  search,
  texts,
  views,
  preferences,
  photo,
  favorites,
  inbox,
  joinRequests,
  personalTrash,
].flatMap(room => room.routes)
