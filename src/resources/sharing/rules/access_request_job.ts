/** The job that reports a new request for access; its subject is the request. */
export const ACCESS_REQUEST_JOB = 'announce_access_request'
