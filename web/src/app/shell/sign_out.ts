/** Signing out: in all tabs of the browser, and without leaving anything that was stored. */
import { call } from '../../data/call.ts'
import { forgetPerson } from '../../data/device.ts'

/** Notifies the other tabs of this browser of a sign-out. */
export const signOuts = new BroadcastChannel('workloom_sign_out')

/** Loads a new document, so that no state of the old one remains. */
export const reloadAfterSignOut = (): void => window.location.assign('/sign_in')

export async function signOut(): Promise<void> {
  await call('POST', '/-/sign_out')
  signOuts.postMessage(null)
  await forgetPerson()
  reloadAfterSignOut()
}
