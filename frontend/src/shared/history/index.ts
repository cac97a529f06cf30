export { useItemHistory, type ItemHistory } from './api';
