/**
 * What this browser may keep. On a shared computer it keeps only that it is one: there is no database, and small values
 * end with the tab.
 */
import { deleteStored } from './persistence.ts'
import { SHARED_KEY } from './shared_computer.ts'

const PREFIX = 'workloom_'

function clear(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(PREFIX) && key !== SHARED_KEY) storage.removeItem(key)
}

/** Says whether others use this computer too. What was stored before is deleted. */
export async function setSharedComputer(isShared: boolean): Promise<void> {
  if (!isShared) return localStorage.removeItem(SHARED_KEY)
  localStorage.setItem(SHARED_KEY, 'yes')
  clear(localStorage)
  await deleteStored()
}

/** Deletes what the app stored of a person who signs out. On their own computer the appearance stays. */
export async function forgetPerson(): Promise<void> {
  clear(sessionStorage)
  await deleteStored()
}
