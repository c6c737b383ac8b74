/** The checks of `doctor`, in the order of the output. */
import type { DoctorCheck } from './check.ts'
import {
  checkAdministrators,
  checkBackup,
  checkIntegrity,
  checkJobs,
  checkKey,
  checkRights,
  checkWebhooks,
} from './contents.ts'
import { checkClock, checkDatabase, checkDisk, checkPermissions, checkWebApp } from './machine.ts'
import { checkAddress, checkMail, checkProxies, checkRedis } from './network.ts'

export const checks: readonly DoctorCheck[] = [
  { name: 'store', look: ({ store }) => store },
  { name: 'integrity', look: checkIntegrity },
  { name: 'rights', look: checkRights },
  { name: 'key', look: checkKey },
  { name: 'database', look: checkDatabase },
  { name: 'disk', look: checkDisk },
  { name: 'permissions', look: checkPermissions },
  { name: 'clock', look: checkClock },
  { name: 'administrators', look: checkAdministrators },
  { name: 'jobs', look: checkJobs },
  { name: 'webhooks', look: checkWebhooks },
  { name: 'backup', look: checkBackup },
  { name: 'address', look: checkAddress },
  { name: 'proxies', look: checkProxies },
  { name: 'mail', look: checkMail },
  { name: 'limits', look: checkRedis },
  { name: 'web app', look: checkWebApp },
]
