export { useThread, useThreads, type About, type Shown, type ThreadInfo, type ThreadsInfo } from './api';
export { NewThread } from './NewThread';
export { called } from './people';
export { CommentText, Thread, type Seek } from './Thread';
