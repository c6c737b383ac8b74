import type { Feature } from '../../components/feature.ts'

/** Signing in, and the consent to an application. */
export const signIn: Feature = {
  screens: [
    { path: '/sign_in', frame: 'public', load: () => import('./sign_in.tsx'), component: 'SignIn' },
    { path: '/consent', frame: 'signed_in', load: () => import('./consent.tsx'), component: 'Consent' },
  ],
}
