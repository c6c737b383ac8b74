/** The checks of `doctor`, in the order of the output. */
import type { DoctorCheck } from './check.ts'
import {
  checkAdministrators,
  checkBackup,
  checkIntegrity,
  checkJobs,
  checkKey,
  checkRights,
  checkSearch,
  checkWebhooks,
} from './contents.ts'
import { checkFiles } from './files.ts'
import { checkClock, checkDatabase, checkDisk, checkPermissions, checkWebApp } from './machine.ts'
import { checkAddress, checkMail, checkProxies, checkRedis } from './network.ts'

export const checks: readonly DoctorCheck[] = [
  { name: 'store', run: ({ store }) => store },
  { name: 'integrity', run: checkIntegrity },
  { name: 'rights', run: checkRights },
  { name: 'search', run: checkSearch },
  { name: 'key', run: checkKey },
  { name: 'database', run: checkDatabase },
  { name: 'disk', run: checkDisk },
  { name: 'permissions', run: checkPermissions },
  { name: 'files', run: checkFiles },
  { name: 'clock', run: checkClock },
  { name: 'administrators', run: checkAdministrators },
  { name: 'jobs', run: checkJobs },
  { name: 'webhooks', run: checkWebhooks },
  { name: 'backup', run: checkBackup },
  { name: 'address', run: checkAddress },
  { name: 'proxies', run: checkProxies },
  { name: 'mail', run: checkMail },
  { name: 'limits', run: checkRedis },
  { name: 'web app', run: checkWebApp },
]
