/** Whether others use this computer too, as the person said when they signed in or in the settings. */

export const SHARED_KEY = 'workloom_shared_computer'

export const isSharedComputer = (): boolean => localStorage.getItem(SHARED_KEY) === 'yes'

/** The storage for small values, such as the colours or the last workspace. */
export const deviceStorage = (): Storage => (isSharedComputer() ? sessionStorage : localStorage)
