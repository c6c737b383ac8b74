/** Preferences of the caller in the web app. */
import { changePreferences, preferencesInput, preferencesOf } from '../../../resources/personal/rules/preferences.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'

/** Notifications and cards are longer than other bodies of the console. */
const MAX_BODY_BYTES = 64 * 1024

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/preferences', {
    doc: 'The preferences of the caller, with the defaults of those that they have not chosen.',
    execute: async ({ console, actor }) => ({ data: await preferencesOf(console.store.read, actor.gid) }),
  }),
  sessionRoute('PUT', '/preferences', {
    doc: 'Change preferences of the caller. Absent members stay; null restores the default. Returns all.',
    maxBodyBytes: MAX_BODY_BYTES,
    body: preferencesInput,
    execute: ({ console, actor, body }) =>
      console.store.write(async tx => ({ data: await changePreferences(tx, actor.gid, body) })),
  }),
]
